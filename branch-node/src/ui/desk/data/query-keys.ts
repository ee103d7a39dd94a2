/** What the parts of the cache are called; an event makes everything under one of them stale. */
export const queryKeys = {
  patients: ["patients"],
  appointments: ["appointments"],
  slots: ["slots"],
  encounters: ["encounters"],
  staff: ["staff"],
  syncStatus: ["sync-status"],
  conflicts: ["conflicts"],
  quarantinedOperations: ["quarantined-operations"],
  printJobs: ["print-jobs"],
  printTemplates: ["print-templates"],
  devices: ["devices"],
  drafts: ["drafts"],
  closures: ["closures"],
  waitlist: ["waitlist"],
  savedSearches: ["saved-searches"],
} as const;
