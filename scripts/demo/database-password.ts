/** The variable that hands the database's password to its process. */
export const databasePasswordVariable = "EDGEWARD_DEMO_DATABASE_PASSWORD";
