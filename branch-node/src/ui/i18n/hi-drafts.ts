import type { enDrafts } from "./en-drafts.ts";

/** Sentences about forms that are not finished, in Hindi. */
export const hiDrafts: Readonly<Record<keyof typeof enDrafts, string>> = {
  "draft.elsewhere":
    "आपने यही फ़ॉर्म किसी और स्क्रीन पर भी बदला है। जब तक आप चुनेंगे नहीं, यहाँ लिखा सहेजा नहीं जाएगा।",
  "draft.keepThis": "यहाँ का लिखा रखें",
  "draft.kept": "{time} पर मसौदा सहेजा गया। इस शाखा के किसी भी काउंटर पर इसे आगे भर सकते हैं।",
  "draft.offer": "आपने यहाँ लिखना शुरू किया था ({when}) और सहेजा नहीं था। उसी को आगे भरें, या नया शुरू करें?",
  "draft.outdated": "आपके लिखना शुरू करने के बाद किसी ने यह विज़िट बदली है। सहेजने से पहले जाँच लें।",
  "draft.outdatedRecord": "आपके लिखना शुरू करने के बाद इससे जुड़ी जानकारी बदल गई है। सहेजने से पहले जाँच लें।",
  "draft.pending": "अभी सहेजा नहीं गया…",
  "draft.refused": "मसौदा सहेजा नहीं गया: {reason} आपका लिखा केवल इसी विंडो में है।",
  "draft.takeOther": "दूसरे डेस्क का रखें",
  "draft.unreachable":
    "अभी सहेजा नहीं गया: शाखा जवाब नहीं दे रही। आपका लिखा केवल इसी विंडो में है, इसे खुला रखें। शाखा के लौटते ही अपने आप सहेजा जाएगा।",
  "drafts.consent": "आप {name} की सहमति लिख रहे थे",
  "drafts.continue": "आगे भरें",
  "drafts.count": "{count, plural, one {आपका # फ़ॉर्म अधूरा है।} other {आपके # फ़ॉर्म अधूरे हैं।}}",
  "drafts.discard": "हटा दें",
  "drafts.discardSure": "सच में हटा दें?",
  "drafts.encounter": "आप {name} की विज़िट लिख रहे थे",
  "drafts.last": "आख़िरी बार {when} पर लिखा",
  "drafts.later": "बाद में पूरा करें",
  "drafts.lead":
    "आपने जो शुरू किया, वह सहेजने या हटाने तक केवल आपके लिए यहाँ रहता है। एक महीने तक न बदला जाए तो हटा दिया जाता है।",
  "drafts.medicines": "आप {name} के लिए दवाएँ लिख रहे थे",
  "drafts.openPatient": "मरीज़ खोलें",
  "drafts.panel": "अधूरे फ़ॉर्म",
  "drafts.registration": "आप {name} का पंजीकरण कर रहे थे",
  "drafts.registrationUnnamed": "आप किसी का पंजीकरण कर रहे थे, अभी नाम के बिना",
  "drafts.title": "अधूरे",
  "drafts.unknown": "एक फ़ॉर्म जिसे यह काउंटर नहीं खोल सकता",
  "drafts.vitals": "{name} के वाइटल, बेडसाइड पर सहेजे गए",
  "signOut.anyway": "साइन आउट करें, लिखा खो जाएगा",
  "signOut.stay": "यहीं रहें",
  "signOut.unsaved": "शाखा जवाब नहीं दे रही, और आपका लिखा केवल इसी विंडो में है।",
  "signOut.unsavedTitle": "अभी सहेजा नहीं गया",
  "status.drafts": "{count, plural, one {# अधूरा फ़ॉर्म} other {# अधूरे फ़ॉर्म}}",
};
