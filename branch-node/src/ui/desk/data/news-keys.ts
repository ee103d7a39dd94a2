import { queryKeys } from "./query-keys.ts";

// Events name an entity in the singular or the plural; a queue shows people, so a patient's change reaches it too.
const changed: Readonly<Record<string, readonly (readonly string[])[]>> = {
  patient: [queryKeys.patients, queryKeys.beds],
  appointment: [queryKeys.appointments, queryKeys.slots],
  encounter: [queryKeys.encounters, queryKeys.appointments],
  staff: [queryKeys.staff],
  conflict: [queryKeys.conflicts, queryKeys.patients],
  operation_outcome: [queryKeys.quarantinedOperations],
  device: [queryKeys.devices],
  schedule_exception: [queryKeys.closures, queryKeys.slots, queryKeys.appointments],
  waitlist_entries: [queryKeys.waitlist],
  department: [queryKeys.departments],
  room: [queryKeys.rooms],
  queue: [queryKeys.queues],
  screen_setting: [queryKeys.screenSettings],
  holiday: [queryKeys.closures, queryKeys.slots, queryKeys.appointments],
  ward: [queryKeys.wards],
  lab_order: [queryKeys.labOrders],
  lab_result: [queryKeys.labResults, queryKeys.labOrders],
  lab_test: [queryKeys.labTests],
  radiology_studies: [queryKeys.radiologyStudies],
  triage: [queryKeys.triage, queryKeys.encounters],
  prescription: [queryKeys.prescriptions, queryKeys.doses],
  medication_administration: [queryKeys.doses],
  certificate: [queryKeys.certificates],
  emergency_access: [queryKeys.emergencyAccesses],
  consent: [queryKeys.consents],
  document: [queryKeys.documents],
  item: [queryKeys.items],
  supplier: [queryKeys.suppliers],
  stock_location: [queryKeys.stockLocations],
  stock: [queryKeys.stock],
  stock_move: [queryKeys.stock],
  stock_transfer: [queryKeys.stockTransfers, queryKeys.stock],
  dispense: [queryKeys.dispenses, queryKeys.stock, queryKeys.prescriptions, queryKeys.invoices],
  purchase_order: [queryKeys.purchaseOrders],
  goods_receipt: [queryKeys.goodsReceipts, queryKeys.purchaseOrders, queryKeys.stock],
  bed: [queryKeys.beds],
  admission: [queryKeys.admissions, queryKeys.beds],
  invoice: [queryKeys.invoices],
  credit_note: [queryKeys.invoices],
  payment: [queryKeys.payments, queryKeys.invoices],
  payer: [queryKeys.payers],
  payer_claim: [queryKeys.claims],
  preauth: [queryKeys.preauth],
  cashier_shift: [queryKeys.cashierShifts],
};

/** What of the cache shows the records of an entity, as an event names it. */
export function keysFor(entity: string): readonly (readonly string[])[] {
  return changed[entity] ?? changed[entity.replace(/s$/u, "")] ?? [];
}
