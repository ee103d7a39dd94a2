/** Whether a text is a GS1 number of so many digits whose last is the check digit (GS1 General Specifications, 7.9). */
export function isGs1NumberValid(text: string, digits: number): boolean {
  if (text.length !== digits || !/^\d+$/u.test(text)) return false;
  const sum = Array.from(text)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}
