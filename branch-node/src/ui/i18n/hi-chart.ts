import type { enChart } from "./en-chart.ts";

/** The same in Hindi. */
export const hiChart: Readonly<Record<keyof typeof enChart, string>> = {
  "chart.more": "{name} के लिए और विकल्प",
  "conflict.alike": "ये दोनों रिकॉर्ड शायद एक ही व्यक्ति के हैं।",
  "conflict.alikeTitle": "दो बार पंजीकृत?",
  "conflict.twoPeople": "ये दो अलग व्यक्ति हैं",
  "merge.compare": "मिलान करें",
  "merge.compareBoth": "मिलान करके एक करें",
  "merge.confirm": "रिकॉर्ड एक करें",
  "merge.contains": "{name} इस रिकॉर्ड में मिलाया गया: {reason}",
  "merge.done": "{uhid} को {name} में मिलाया गया",
  "merge.effectAllergies": "दोनों रिकॉर्ड की एलर्जी बनी रहती है।",
  "merge.effectFound": "इसके बाद {uhid} खोजने पर {other} मिलेगा।",
  "merge.effectShared": "दोनों की विज़िट, अपॉइंटमेंट और दस्तावेज़ साथ दिखेंगे; कुछ भी हटाया या बदला नहीं जाता।",
  "merge.effectUndo": "इसे पूर्ववत किया जा सकता है; तब दोनों रिकॉर्ड फिर पहले जैसे होंगे।",
  "merge.find": "{name} का दूसरा रिकॉर्ड कौन सा है?",
  "merge.goes": "इसमें मिलाया जाएगा",
  "merge.into": "यह रिकॉर्ड इसमें मिलाया गया:",
  "merge.needsReason": "कुछ शब्दों में कारण लिखें",
  "merge.open": "दूसरे रिकॉर्ड के साथ एक करें",
  "merge.reason": "कारण",
  "merge.reasonHint": "जैसे: दो बार पंजीकरण हुआ, पहचान पत्र देखा",
  "merge.stays": "बना रहेगा",
  "merge.title": "एक व्यक्ति के दो रिकॉर्ड एक करें",
  "merge.undo": "मिलाना पूर्ववत करें",
  "merge.undoHint": "जैसे: ये दो बहनें हैं",
  "merge.undoMeans":
    "{uhid} फिर अलग रिकॉर्ड बन जाएगा। इस रिकॉर्ड ने उससे जो लिया था वह वापस होगा, जब तक उसे बाद में बदला न गया हो।",
  "merge.undone": "रिकॉर्ड फिर अलग किए गए",
  "merge.undoneBut": "रिकॉर्ड फिर अलग किए गए। बाद में बदले गए, इसलिए वैसे ही रहे: {values}",
  "merge.which": "कौन सा रिकॉर्ड बना रहे",
};
