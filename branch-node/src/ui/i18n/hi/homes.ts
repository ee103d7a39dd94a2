import type { enHomes } from "#ui/i18n/en/homes.ts";

/** The pages at which a day begins, in Hindi. */
export const hiHomes: Readonly<Record<keyof typeof enHomes, string>> = {
  "figures.label": "आज के आँकड़े",
  "figures.longest": "सबसे लंबा इंतज़ार",
  "figures.median": "औसत इंतज़ार (मध्य)",
  "figures.missed": "नहीं आए",
  "figures.printers": "प्रिंटर जिन्हें देखना है",
  "figures.unsent": "बदलाव जो भेजे नहीं गए",
  "worklist.allTaken": "जाँच के लिए कोई इंतज़ार नहीं कर रहा।",
  "worklist.due": "कब से बाकी",
  "worklist.lastPressure": "पिछला बीपी",
  "worklist.mine": "मेरे मरीज़",
  "worklist.nobodyWaits": "आपके लिए कोई इंतज़ार नहीं कर रहा।",
  "worklist.notTaken": "नहीं हुई",
  "worklist.record": "दर्ज करें",
  "worklist.taken": "हो गई",
  "worklist.vitals": "जाँच (वाइटल)",
};
