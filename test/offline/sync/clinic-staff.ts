import * as z from "zod";
import { send, type Answer } from "#support/product-http.ts";
import type { Product } from "#support/product.ts";

const usernames = z.array(z.object({ employee_no: z.string(), email: z.string() }));
const signedIn = z.object({ access_token: z.string(), staff: z.object({ id: z.string() }) });

/** Somebody of the staff who has signed in at the branch. */
export interface Person {
  readonly id: string;
  /** Asks the branch; anything but success fails the test. Returns the answer's body. */
  ask(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>;
  /** Asks the branch, whatever it answers. */
  try(method: string, path: string, body?: unknown): Promise<Answer>;
  readonly token: string;
}

/** Who works at the demo's first branch, by the number that the clinic has given them. */
const posts = {
  doctor: "E0101",
  otherDoctor: "E0102",
  nurse: "E0105",
  clerk: "E0107",
  manager: "E0109",
  pharmacist: "E0110",
  technician: "E0151",
  pathologist: "E0152",
  radiographer: "E0161",
  radiologist: "E0171",
  cashier: "E0181",
  storekeeper: "E0182",
} as const;

/** Everybody whom a day at the clinic needs. */
export type ClinicStaff = Readonly<Record<keyof typeof posts, Person>>;

async function signIn(product: Product, username: string): Promise<Person> {
  const { password } = product.demo.branch_staff;
  const login = `${product.branchUrl}/auth/staff/login`;
  const { body } = await send(login, "POST", { username, password }, {});
  const { access_token: token, staff } = signedIn.parse(body);
  const ask = (method: string, path: string, sent?: unknown) =>
    product.call("branch", method, path, sent, { authorization: `Bearer ${token}` });
  return {
    id: staff.id,
    token,
    try: ask,
    async ask(method, path, sent) {
      const answer = await ask(method, path, sent);
      if (answer.status < 300) return answer.body;
      const said = JSON.stringify(answer.body);
      throw new Error(`${username}: ${method} ${path} answered ${answer.status}: ${said}`);
    },
  };
}

/** Signs everybody in at the branch, by what the branch knows alone. */
export async function signInStaff(product: Product): Promise<ClinicStaff> {
  const sql = "SELECT employee_no, email FROM staff WHERE tenant_id = ?";
  const known = usernames.parse(product.branchRows(sql, [product.demo.tenant_id]));
  const person = (post: keyof typeof posts) => {
    const [username] = known.find((one) => one.employee_no === posts[post])?.email.split("@") ?? [];
    if (username === undefined) throw new Error(`the demo has no ${post}`);
    return signIn(product, username);
  };
  return {
    doctor: await person("doctor"),
    otherDoctor: await person("otherDoctor"),
    nurse: await person("nurse"),
    clerk: await person("clerk"),
    manager: await person("manager"),
    pharmacist: await person("pharmacist"),
    technician: await person("technician"),
    pathologist: await person("pathologist"),
    radiographer: await person("radiographer"),
    radiologist: await person("radiologist"),
    cashier: await person("cashier"),
    storekeeper: await person("storekeeper"),
  };
}
