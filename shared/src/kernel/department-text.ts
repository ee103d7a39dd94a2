/** A department's code as people read it: `general-medicine` is General medicine. A name is left as it is. */
export function departmentText(code: string): string {
  if (!/^[a-z0-9._-]+$/u.test(code)) return code;
  const words = code.replaceAll(/[._-]/gu, " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
