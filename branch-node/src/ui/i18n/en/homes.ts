/** The pages at which a day begins: worklists, and the figures of the day. */
export const enHomes = {
  "figures.label": "Figures of today",
  "figures.longest": "Longest wait",
  "figures.median": "Median wait",
  "figures.missed": "Did not come",
  "figures.printers": "Printers to look at",
  "figures.unsent": "Changes not sent",
  "worklist.allTaken": "Nobody waits for vitals to be taken.",
  "worklist.due": "Due for",
  "worklist.lastPressure": "Last BP",
  "worklist.mine": "My patients",
  "worklist.nobodyWaits": "Nobody is waiting for you.",
  "worklist.notTaken": "Not taken",
  "worklist.record": "Record",
  "worklist.taken": "Taken",
  "worklist.vitals": "Vitals",
} as const;
