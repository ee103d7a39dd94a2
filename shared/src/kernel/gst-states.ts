/** The states and union territories of India by the code with which a GSTIN begins. */
const gstStates: Readonly<Record<string, string>> = {
  "01": "Jammu and Kashmir",
  "02": "Himachal Pradesh",
  "03": "Punjab",
  "04": "Chandigarh",
  "05": "Uttarakhand",
  "06": "Haryana",
  "07": "Delhi",
  "08": "Rajasthan",
  "09": "Uttar Pradesh",
  "10": "Bihar",
  "11": "Sikkim",
  "12": "Arunachal Pradesh",
  "13": "Nagaland",
  "14": "Manipur",
  "15": "Mizoram",
  "16": "Tripura",
  "17": "Meghalaya",
  "18": "Assam",
  "19": "West Bengal",
  "20": "Jharkhand",
  "21": "Odisha",
  "22": "Chhattisgarh",
  "23": "Madhya Pradesh",
  "24": "Gujarat",
  "26": "Dadra and Nagar Haveli and Daman and Diu",
  "27": "Maharashtra",
  "29": "Karnataka",
  "30": "Goa",
  "31": "Lakshadweep",
  "32": "Kerala",
  "33": "Tamil Nadu",
  "34": "Puducherry",
  "35": "Andaman and Nicobar Islands",
  "36": "Telangana",
  "37": "Andhra Pradesh",
  "38": "Ladakh",
  "97": "Other Territory",
};

/** The codes of the states and union territories, in their order. */
export const gstStateCodes: readonly string[] = Object.keys(gstStates).toSorted();

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll("&", "and")
    .replaceAll(/[^a-z]/gu, "");
}

const codeByName = new Map(Object.entries(gstStates).map(([code, name]) => [plain(name), code]));

/** Whether tax can be due there: a place of supply is one of the states. */
export function isGstState(code: string): boolean {
  return Object.hasOwn(gstStates, code);
}

/** The code of a state by its name as an address has it; null for a name that is none of them. */
export function gstStateOf(name: string): string | null {
  return codeByName.get(plain(name)) ?? null;
}

/** What a state is called, by its code; the code itself where there is none of that code. */
export function gstStateName(code: string): string {
  return gstStates[code] ?? code;
}
