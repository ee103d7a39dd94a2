import type { enLock } from "./en-lock.ts";

/** The same in Hindi. */
export const hiLock: Readonly<Record<keyof typeof enLock, string>> = {
  "lock.after": "इतनी देर बाद लॉक करें",
  "lock.lead": "आपका पिन इस डेस्क को वैसा ही खोलेगा जैसा आपने छोड़ा था। लिखा हुआ सुरक्षित है।",
  "lock.leave": "पासवर्ड से साइन इन करें",
  "lock.noPin": "यहाँ आपका पिन नहीं है: पासवर्ड से साइन इन करें। लिखा हुआ सुरक्षित है।",
  "lock.now": "लॉक करें",
  "lock.pin": "पिन",
  "lock.switch": "उपयोगकर्ता बदलें",
  "lock.title": "लॉक है: {name}",
  "lock.unlock": "खोलें",
  "lock.wrong": "यह पिन गलत है।",
  "signIn.next": "साइन इन करें। यहाँ जो लिखा गया, वह लिखने वाले के लिए सुरक्षित है।",
};
