import type { enTrust } from "#ui/i18n/en/trust.ts";

/** Sentences of trusting the branch’s certificate, in Hindi. */
export const hiTrust: Readonly<Record<keyof typeof enTrust, string>> = {
  "trust.again": "फिर जाँचें",
  "trust.android": "Android (एंड्रॉइड)",
  "trust.android1":
    "प्रमाणपत्र लें। फिर Settings › Security › Encryption and credentials › Install a certificate › CA certificate खोलें।",
  "trust.android2": "“Install anyway” और डाउनलोड की गई फ़ाइल चुनें। स्क्रीन लॉक माँगा जाएगा।",
  "trust.android3": "शाखा को Chrome में खोलें।",
  "trust.apple": "iPad और iPhone",
  "trust.apple1": "Safari में प्रोफ़ाइल लें और डाउनलोड की अनुमति दें।",
  "trust.apple2": "Settings › General › VPN & Device Management खोलें, प्रोफ़ाइल चुनें और इंस्टॉल करें।",
  "trust.apple3":
    "Settings › General › About › Certificate Trust Settings खोलें और शाखा का प्रमाणपत्र चालू करें।",
  "trust.byName": "यह पृष्ठ उस पते से खोलें जिसके लिए प्रमाणपत्र है: {value}",
  "trust.certificate": "प्रमाणपत्र (.crt)",
  "trust.checking": "जाँचा जा रहा है कि यह डिवाइस शाखा पर भरोसा करती है या नहीं…",
  "trust.compare": "फ़िंगरप्रिंट मिलाएँ",
  "trust.compareLead":
    "डेस्क पर “स्क्रीन और स्कैनर” में यही अक्षर दिखते हैं। अलग हों तो कुछ भी इंस्टॉल न करें और नेटवर्क देखने वाले को बताएँ।",
  "trust.get": "प्रमाणपत्र लें",
  "trust.install": "इस डिवाइस को भरोसा करने दें",
  "trust.lead":
    "कियोस्क, टैबलेट और कैमरे केवल सुरक्षित कनेक्शन पर चलते हैं। डिवाइस इस शाखा के प्रमाणपत्र पर भरोसा करे, तो कनेक्शन सुरक्षित होता है। इंटरनेट की ज़रूरत नहीं।",
  "trust.limits":
    "यह प्रमाणपत्र केवल इस शाखा के अपने नामों और स्थानीय पतों के लिए है। इससे कोई दूसरी साइट का रूप नहीं ले सकता।",
  "trust.linux": "Linux, और कियोस्क के रूप में Chromium",
  "trust.linux1": "एक उपयोगकर्ता के Chrome या Chromium के लिए (पैकेज libnss3-tools):",
  "trust.linux2":
    "या कियोस्क का Chromium, अपनी अलग प्रोफ़ाइल के साथ, ऐसे शुरू करें कि वह केवल इस शाखा की कुंजी माने:",
  "trust.off": "इस शाखा में सुरक्षित कनेक्शन बंद है। शाखा की देखरेख करने वाला इसे चालू कर सकता है।",
  "trust.open": "सुरक्षित कनेक्शन पर खोलें",
  "trust.profile": "iPad और iPhone के लिए प्रोफ़ाइल",
  "trust.starting": "शाखा अपना प्रमाणपत्र बना रही है। यह पृष्ठ अपने आप फिर देखता है।",
  "trust.title": "इस शाखा पर भरोसा करें",
  "trust.trusted": "यह डिवाइस शाखा पर भरोसा करती है।",
  "trust.unreachable": "शाखा जवाब नहीं दे रही। अपने आप फिर कोशिश हो रही है।",
  "trust.untrusted": "यह डिवाइस अभी शाखा पर भरोसा नहीं करती।",
  "trust.waiting":
    "सुरक्षित कनेक्शन अभी नहीं है। शाखा अपने आप फिर कोशिश करती है; कारण “edgeward status” से दिखता है।",
  "trust.windows": "Windows (विंडोज़)",
  "trust.windows1": "प्रमाणपत्र लें, खोलें, और Install Certificate › Local Machine (या Current User) चुनें।",
  "trust.windows2": "इसे “Trusted Root Certification Authorities” में रखें और ब्राउज़र फिर से शुरू करें।",
};
