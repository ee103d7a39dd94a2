/** Who may do what about bills and what is paid of them; the letters are those of the whole table. */
export const moneyAccess = {
  // Whoever may approve (A) takes something off a price, sets another one, and takes back what was charged. Writing off is the
  // tenant's (see invoices.states.ts).
  invoices: {
    front_desk: "CRU",
    pharmacist: "CRU",
    billing: "CRUA",
    branch_admin: "CRUA",
    tenant_admin: "CRUA",
    auditor: "R",
    integrator: "CR",
  },
  credit_notes: {
    front_desk: "R",
    pharmacist: "R",
    billing: "CR",
    branch_admin: "CR",
    tenant_admin: "CR",
    auditor: "R",
    integrator: "R",
  },
} as const;
