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
  // Whoever may approve pays back, and voids what was taken by mistake. A program has no drawer.
  payments: {
    front_desk: "CR",
    pharmacist: "CR",
    billing: "CRA",
    branch_admin: "CRA",
    tenant_admin: "CRA",
    auditor: "R",
    integrator: "R",
  },
  // Whoever may approve goes on with a shift whose cashier has left.
  cashier_shifts: {
    front_desk: "CRU",
    pharmacist: "CRU",
    billing: "CRU",
    branch_admin: "CRUA",
    tenant_admin: "CRUA",
    auditor: "R",
  },
  // With whom is agreed on what is the tenant's to say; who bills, sells or is asked what something costs reads it.
  payers: {
    front_desk: "R",
    doctor: "R",
    nurse: "R",
    pharmacist: "R",
    billing: "R",
    branch_admin: "R",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  // Whoever deals with payers asks them and notes what they say; a doctor reads what was authorised.
  preauth: {
    front_desk: "CR",
    doctor: "R",
    billing: "CRU",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  // As with authorisations; noting a settlement takes whoever may take payments.
  claims: {
    front_desk: "R",
    doctor: "R",
    billing: "CRU",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  // What a clinic earns is for those who answer for it.
  revenue: { billing: "R", branch_admin: "R", tenant_admin: "RX", auditor: "R" },
  price_lists: {
    front_desk: "R",
    pharmacist: "R",
    billing: "R",
    stores: "R",
    branch_admin: "R",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
} as const;

/** What a colleague does at somebody else's desk by a PIN alone: a drawer that is handed over is taken over where it stands. */
export const moneyCountersigned = [{ resource: "cashier_shifts", action: "update" }] as const;
