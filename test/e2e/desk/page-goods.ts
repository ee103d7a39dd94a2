/** Makes something at the branch. @returns its id */
type Make = (path: string, body: unknown) => Promise<string>;

interface For {
  readonly patient: string;
  readonly visit: string;
  readonly doctor: string;
}

/** What the pages of the pharmacy show. @returns the ids by which their addresses are */
export async function makeGoods(make: Make, { patient, visit, doctor }: For) {
  const shelf = await make("/v1/stock-locations", { code: "front", name: "Shelf", kind: "shelf" });
  const ors = { code: "ors", name: "ORS sachet", unit: "each", kind: "drug" };
  const item = await make("/v1/items", ors);
  const batch = { item_id: item, location_id: shelf, batch_no: "ORS-1" };
  await make("/v1/pharmacy/stock", { ...batch, expiry_date: "2031-03-31", quantity: 30 });
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
  return { dispense, prescription };
}
