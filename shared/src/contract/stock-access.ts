/** Who may do what about goods: where they are kept, what is there, what is ordered and taken in; the letters are those of the whole table. */
export const stockAccess = {
  // Where goods are kept is set up by whoever answers for them, and read by whoever takes from there.
  stock_locations: {
    nurse: "R",
    doctor: "R",
    pharmacist: "CRU",
    lab: "R",
    billing: "R",
    stores: "CRU",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "R",
  },
  // Whoever approves (A) releases what was recalled or set aside.
  stock: {
    nurse: "R",
    doctor: "R",
    pharmacist: "CRUA",
    billing: "R",
    stores: "CRU",
    branch_admin: "CRUA",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Whoever approves (A) is never who has made the order (see purchase-orders.commands.ts).
  purchase_orders: {
    pharmacist: "CRU",
    billing: "R",
    stores: "CRU",
    branch_admin: "CRUA",
    tenant_admin: "CRUA",
    auditor: "R",
    integrator: "R",
  },
  // Whoever takes goods in.
  goods_receipts: {
    pharmacist: "CRU",
    billing: "R",
    stores: "CRU",
    branch_admin: "CRU",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Whoever gives medicines out; a nurse and a doctor see whether that was done.
  dispenses: {
    nurse: "R",
    doctor: "R",
    pharmacist: "CRU",
    billing: "R",
    stores: "R",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Where goods can be sent: names alone, which everybody may know who sees what is sent.
  branches: {
    pharmacist: "R",
    billing: "R",
    stores: "R",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Whoever moves goods sends them, and receives what was sent.
  stock_transfers: {
    pharmacist: "CRU",
    billing: "R",
    stores: "CRU",
    branch_admin: "CRU",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  stock_moves: {
    pharmacist: "CR",
    billing: "R",
    stores: "CR",
    branch_admin: "CR",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
} as const;
