import type { EntryCatalog } from "./entry-text.ts";

/** The same in Hindi. */
export const hiEntry: EntryCatalog = {
  "desk.title": "डेस्क · Edgeward",
  "language.label": "भाषा",
  "lock.lead": "आपका पिन इस डेस्क को वैसा ही खोलेगा जैसा आपने छोड़ा था। लिखा हुआ सुरक्षित है।",
  "lock.leave": "पासवर्ड से साइन इन करें",
  "lock.noPin": "यहाँ आपका पिन नहीं है: पासवर्ड से साइन इन करें। लिखा हुआ सुरक्षित है।",
  "lock.pin": "पिन",
  "lock.title": "लॉक है: {name}",
  "lock.unlock": "खोलें",
  "lock.wrong": "यह पिन गलत है।",
  "signIn.busy": "साइन इन हो रहा है…",
  "signIn.ended": "आपका सत्र समाप्त हुआ। फिर साइन इन करें; आपका लिखा सुरक्षित है।",
  "signIn.lead": "इस शाखा के काउंटर पर साइन इन करें।",
  "signIn.next": "साइन इन करें। यहाँ जो लिखा गया, वह लिखने वाले के लिए सुरक्षित है।",
  "signIn.password": "पासवर्ड",
  "signIn.refused": "अभी साइन इन नहीं हो सकता। थोड़ी देर में फिर कोशिश करें।",
  "signIn.submit": "साइन इन करें",
  "signIn.title": "एजवर्ड काउंटर",
  "signIn.tooMany": "बहुत बार कोशिश हुई। थोड़ा रुककर फिर करें।",
  "signIn.unreachable": "शाखा नोड जवाब नहीं दे रहा। नेटवर्क जाँचें और फिर कोशिश करें।",
  "signIn.username": "उपयोगकर्ता नाम",
  "signIn.wrong": "उपयोगकर्ता नाम या पासवर्ड गलत है।",
};
