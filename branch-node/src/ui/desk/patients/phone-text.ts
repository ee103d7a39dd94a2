/** An Indian mobile number in the groups people read it in; any other as it is stored. */
export function phoneText(phone: string): string {
  const indian = /^\+91(\d{5})(\d{5})$/u.exec(phone);
  return indian === null ? phone : `+91 ${indian[1]} ${indian[2]}`;
}
