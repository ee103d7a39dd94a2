import type { enRegister } from "#ui/i18n/en/register.ts";

/** The same in Hindi. */
export const hiRegister: Readonly<Record<keyof typeof enRegister, string>> = {
  "payer.cghs": "सीजीएचएस",
  "payer.employee": "नियोक्ता",
  "payer.esic": "ईएसआईसी",
  "payer.insurance_member": "बीमा",
  "payer.pmjay": "पीएम-जय (आयुष्मान भारत)",
  "payer.self": "मरीज़ स्वयं",
  "queue.referredBy": "{name} ने भेजा",
  "register.district": "ज़िला",
  "register.fault.dobToCome": "यह दिन अभी आया नहीं है",
  "register.fault.dobTooOld": "1900 या उसके बाद का वर्ष लिखें",
  "register.fault.payerNumber": "भुगतान करने वाले का दिया नंबर लिखें",
  "register.payer": "भुगतान कौन करेगा",
  "register.payerKind": "योजना या बीमा",
  "register.payerNumber": "उसका नंबर",
  "register.referredBy": "किसने भेजा",
  "register.relativeName": "पिता या पति का नाम",
  "register.relativeRelation": "मरीज़ से संबंध",
  "relative.father": "पिता",
  "relative.guardian": "अभिभावक",
  "relative.husband": "पति",
  "relative.mother": "माता",
  "relative.wife": "पत्नी",
};
