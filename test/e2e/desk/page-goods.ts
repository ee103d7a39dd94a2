/** Makes something at the branch. @returns its id */
type Make = (path: string, body: unknown) => Promise<string>;

interface For {
  readonly patient: string;
  readonly visit: string;
  readonly doctor: string;
}

/** What a doctor has ordered of the laboratory and of radiology. @returns the ids by which their addresses are */
export async function makeOrdered(make: Make, { patient, doctor }: For) {
  const of = { patient_id: patient, ordered_by: doctor };
  const order = await make("/v1/lab/orders", { ...of, tests: [{ test_code: "hb" }] });
  const images = { ...of, modality: "US", body_site: "Abdomen" };
  return { order, study: await make("/v1/radiology/studies", images) };
}

/** An order and what has come of a supplier. @returns their ids */
async function makeOrder(make: Make, item: string, location: string) {
  const supplier = await make("/v1/suppliers", { code: "sahyadri", name: "Sahyadri Pharma" });
  const line = { item_id: item, quantity: 40, unit_cost_minor: 150, gst_rate_bp: 1_200 };
  const of = { supplier_id: supplier, location_id: location };
  const purchase = await make("/v1/purchase-orders", { ...of, lines: [line] });
  const receipt = await make("/v1/goods-receipts", {
    ...of,
    supplier_invoice_no: "SP/118",
    supplier_invoice_date: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
    lines: [{ ...line, batch_no: "ORS-2", expiry_date: "2031-06-30", free_qty: 4 }],
  });
  return { purchase, receipt, supplier };
}

/** What the pages of the pharmacy and the stores show. @returns the ids by which their addresses are */
export async function makeGoods(make: Make, { patient, visit, doctor }: For) {
  const shelf = await make("/v1/stock-locations", { code: "front", name: "Shelf", kind: "shelf" });
  const ors = { code: "ors", name: "ORS sachet", unit: "each", kind: "drug" };
  const item = await make("/v1/items", ors);
  const batch = { item_id: item, location_id: shelf, batch_no: "ORS-1" };
  const known = await make("/v1/pharmacy/stock", {
    ...batch,
    expiry_date: "2031-03-31",
    quantity: 30,
  });
  const dispense = await make("/v1/pharmacy/dispense", {
    patient_id: patient,
    location_id: shelf,
    lines: [{ item_id: item, quantity: 2 }],
  });
  const prescription = await make("/v1/prescriptions", {
    patient_id: patient,
    encounter_id: visit,
    prescriber_id: doctor,
    allergies_checked: true,
    items: [
      {
        item_id: item,
        generic_name: "Oral rehydration salts",
        form: "powder",
        route: "oral",
        dose: 1,
        dose_unit: "sachet",
        frequency: "sos",
        quantity: 5,
      },
    ],
  });
  return { item, dispense, prescription, batch: known, ...(await makeOrder(make, item, shelf)) };
}
