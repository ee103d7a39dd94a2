/** Who may do what about visits, papers, beds, stays in them, the emergency, medicines that are given and images; the letters are those of the whole table. */
export const careAccess = {
  encounters: {
    front_desk: "R",
    nurse: "CRU",
    doctor: "CRU",
    pharmacist: "R",
    lab: "R",
    billing: "R",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "CR",
    device: "R",
  },
  // Whoever talks with patients notes what they agree to.
  consents: {
    front_desk: "CRU",
    nurse: "CRU",
    doctor: "CRU",
    pharmacist: "R",
    lab: "R",
    billing: "R",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  // A paper may be scanned, named and set right by whoever works with it; device: the photo that a tablet takes.
  documents: {
    front_desk: "CRU",
    nurse: "CRU",
    doctor: "CRU",
    pharmacist: "R",
    lab: "CRU",
    billing: "CRU",
    stores: "C",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
    device: "C",
  },
  // Who somebody is, is checked where they are admitted and where they pay.
  identity_documents: {
    front_desk: "CR",
    billing: "CR",
    branch_admin: "CR",
    tenant_admin: "CR",
    auditor: "R",
  },
  // What was told to whoever treats somebody, and to nobody else.
  confidential_documents: {
    nurse: "CR",
    doctor: "CR",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
  },
  // That a bed is cleaned or out of order is said by whoever stands before it; what beds there are, by the manager.
  beds: {
    front_desk: "RU",
    nurse: "RU",
    doctor: "RU",
    pharmacist: "R",
    lab: "R",
    billing: "R",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "R",
  },
  // Who has to clear a discharge changes it; what of it is whose stands in admissions.rules.ts.
  admissions: {
    front_desk: "CRU",
    nurse: "RU",
    doctor: "CRUA",
    pharmacist: "RU",
    lab: "RU",
    billing: "RU",
    branch_admin: "CRUA",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // The desk may note who has come and how badly off they look; how urgent it is, is judged by those who treat.
  triage: {
    front_desk: "CR",
    nurse: "CRU",
    doctor: "CRU",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
  },
  // A doctor certifies in the doctor's own name (see certificates.commands.ts); a referral says what was found and given.
  certificates: {
    nurse: "R",
    doctor: "CRU",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Whoever gives medicines notes it, under their own name.
  medication_administrations: {
    nurse: "CRU",
    doctor: "CRU",
    pharmacist: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Whoever treats somebody opens a closed record in an emergency; that it was right to is looked at by those who answer for it.
  emergency_accesses: {
    nurse: "C",
    doctor: "C",
    branch_admin: "RU",
    tenant_admin: "RU",
    auditor: "R",
  },
  // Doctors ask for images and report on them; who verifies (A) is never who has reported (see radiology-studies.report.ts).
  radiology_studies: {
    front_desk: "R",
    nurse: "R",
    doctor: "CRUA",
    lab: "RU",
    billing: "R",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "CR",
  },
} as const;
