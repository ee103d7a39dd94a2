/** A department's code as people read it: `general-medicine` is General medicine. */
export function departmentText(code: string): string {
  const words = code.replaceAll(/[._-]/gu, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
