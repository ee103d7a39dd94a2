import { generateKeyPairSync, webcrypto } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readIdentity, type NodeIdentity } from "@edgeward/branch-node/node/identity.ts";
import { signAccessToken, type TokenClaims } from "@edgeward/shared/http/tokens.ts";
import { startProduct, type Product } from "#support/product.ts";
import { watchWire } from "#support/wire-snapshot.ts";
import { codeOf, newPatient, registerPatient } from "#offline/front-desk.ts";

let product: Product;
let node: NodeIdentity;
let patient = "";
const unknownPatient = "pat_01m7ytsqhj53yqck2mvbg45kbz";

beforeAll(async () => {
  product = await startProduct();
  const identity = await readIdentity(join(product.folder, "branch"));
  if (identity === null) throw new Error("the branch has no identity");
  node = identity;
  patient = await registerPatient(product, "branch");
});

afterAll(() => product?.stop());

function claims(): TokenClaims {
  return {
    iss: `branch:${node.nodeId}`,
    aud: `branch:${node.branchId}`,
    sub: product.demo.clinical.client_id,
    client_id: product.demo.clinical.client_id,
    tid: node.tenantId,
    bids: "*",
    roles: ["doctor"],
  };
}

/** By the branch's own key, in its hub's name. */
function signedAsHub(kid: string): Promise<string> {
  const named = { ...claims(), iss: node.hubIssuer, aud: "clinical", roles: ["tenant_admin"] };
  return signAccessToken({ kid, privateKey: node.privateKey }, named, 900, Date.now(), "ses_hub");
}

function signed(key: webcrypto.CryptoKey, issuedAt: number): Promise<string> {
  return signAccessToken(
    { kid: node.nodeId, privateKey: key },
    claims(),
    900,
    issuedAt,
    "ses_of_this_test",
  );
}

async function forgedTokens(): Promise<readonly string[]> {
  const { privateKey } = generateKeyPairSync("ed25519");
  const der = privateKey.export({ type: "pkcs8", format: "der" });
  const stranger = await webcrypto.subtle.importKey("pkcs8", der, "Ed25519", false, ["sign"]);
  const good = await signed(node.privateKey, Date.now());
  const [, payload = "", signature = ""] = good.split(".");
  const unsigned = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");
  const administrator = Buffer.from(
    JSON.stringify({ ...claims(), roles: ["tenant_admin"], exp: 4_000_000_000 }),
  );
  return [
    await signed(stranger, Date.now()),
    `${unsigned}.${payload}.`,
    `${good.split(".")[0] ?? ""}.${administrator.toString("base64url")}.${signature}`,
    await signedAsHub(node.nodeId),
    await signedAsHub(node.pinnedHubKeys[0]?.kid ?? "none"),
    "not.a.token",
  ];
}

/** The answer to a request with a token, but for what differs from request to request. */
async function refused(at: "hub" | "branch", path: string, token: string) {
  const answer = await product.call(at, "GET", path, undefined, {
    authorization: `Bearer ${token}`,
  });
  const error = answer.body["error"];
  const said = typeof error === "object" && error !== null ? { ...error, request_id: "" } : null;
  return { status: answer.status, code: codeOf(answer), said, members: Object.keys(answer.body) };
}

test("a good token of the node's own opens the record, so that the refusals below mean something", async () => {
  const token = await signed(node.privateKey, Date.now());
  const answer = await product.call("branch", "GET", `/v1/patients/${patient}`, undefined, {
    authorization: `Bearer ${token}`,
  });
  expect(answer.status).toBe(200);
});

test("an expired token is refused as such, and what it asked for makes no difference", async () => {
  const token = await signed(node.privateKey, Date.now() - 3_600_000);
  const known = await refused("branch", `/v1/patients/${patient}`, token);
  expect(known).toMatchObject({ status: 401, code: "token_expired", members: ["error"] });
  expect(await refused("branch", `/v1/patients/${unknownPatient}`, token)).toEqual(known);
});

test("a forged token is refused at both nodes in the same words, whatever was forged and whatever it asked for", async () => {
  const tokens = await forgedTokens();
  for (const at of ["branch", "hub"] as const) {
    const answers = [];
    for (const token of tokens) {
      for (const id of [patient, unknownPatient])
        answers.push(await refused(at, `/v1/patients/${id}`, token));
    }
    expect(answers[0]).toMatchObject({ status: 401, code: "unauthorized", members: ["error"] });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  }
});

test("a token of the branch is refused by the hub", async () => {
  const answer = await refused("hub", `/v1/patients/${patient}`, await product.token("branch"));
  expect(answer).toMatchObject({ status: 401, code: "unauthorized" });
});

test("a token of the hub opens the branch while the hub is gone, also after the branch has been started again", async () => {
  const authorization = `Bearer ${await product.token("hub")}`;
  await product.killHub("SIGKILL");
  const read = await product.call("branch", "GET", `/v1/patients/${patient}`, undefined, {
    authorization,
  });
  const written = await product.call("branch", "POST", "/v1/patients", newPatient(), {
    authorization,
  });
  expect([read.status, written.status]).toEqual([200, 201]);
  await product.killBranch("SIGKILL");
  await product.restartBranch();
  const again = await product.call("branch", "POST", "/v1/patients", newPatient(), {
    authorization,
  });
  expect(again.status).toBe(201);
  await product.restartHub();
  await product.caughtUp();
});

// To write the snapshot anew: npm run wire
test.each(["hub", "branch"] as const)(
  "what the %s says of itself is what the snapshot of the wire says",
  async (engine) => {
    const wire = watchWire("documents", engine);
    const url = engine === "hub" ? product.hubUrl : product.branchUrl;
    wire.seeDocument(await (await fetch(`${url}/openapi.json`)).json());
    expect(wire.changes().join("\n")).toBe("");
  },
);
