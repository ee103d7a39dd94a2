/** This program, as its maker numbers it. */
export const release = "0.1.0";
