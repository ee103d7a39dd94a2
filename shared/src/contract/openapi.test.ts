import { describe, expect, test } from "vitest";
import { appointmentsContract } from "#clinical/appointments/appointments.contract.ts";
import { encountersContract } from "#clinical/encounters/encounters.contract.ts";
import { patientsContract } from "#clinical/patients/patients.contract.ts";
import { printPreviewContract } from "#clinical/print-jobs/print-preview.contract.ts";
import { staffContract } from "#clinical/staff/staff.contract.ts";
import { errorCodes } from "#kernel/errors.ts";
import type { Contract } from "./endpoint.ts";
import { clinicalEventTypes } from "#clinical/index.ts";
import { errorCodesOf } from "./endpoint-codes.ts";
import { openApiDocument } from "./openapi.ts";
import { clinicalRules } from "./surface-rules.ts";

const contracts: Readonly<Record<string, Contract>> = {
  patients: patientsContract,
  appointments: appointmentsContract,
  encounters: encountersContract,
  staff: staffContract,
  print_previews: printPreviewContract,
};

const document = openApiDocument({
  title: "Edgeward",
  version: "1.2.3",
  serverUrl: "https://hub.example.org",
  surfaces: [{ rules: clinicalRules, contracts, eventTypes: clinicalEventTypes }],
});

const endpoints = Object.entries(contracts).flatMap(([resource, contract]) =>
  Object.entries(contract).map(([name, endpoint]) => ({ id: `${resource}.${name}`, endpoint })),
);

function operation(method: string, path: string) {
  const found = document.paths[path]?.[method];
  if (found === undefined) throw new Error(`no ${method} ${path}`);
  return found;
}

describe("the OpenAPI document", () => {
  test.each(endpoints)(
    "describes $id at its address with its declared answer",
    ({ id, endpoint }) => {
      const described = operation(endpoint.method.toLowerCase(), endpoint.path);
      expect(described.operationId).toBe(id);
      expect(Object.keys(described.responses)).toContain(String(endpoint.status));
      const reported = Object.values(described.responses).flatMap(({ description }) =>
        description.split(", "),
      );
      expect(reported).toEqual(expect.arrayContaining([...errorCodesOf(endpoint)]));
      for (const code of endpoint.errors) {
        expect(described.responses[String(errorCodes[code])]?.description).toContain(code);
      }
    },
  );

  test("asks for an idempotency key on writes only, and for If-Match where a record is named", () => {
    const headers = (method: string, path: string) =>
      operation(method, path)
        .parameters.filter((parameter) => parameter.in === "header")
        .map(({ name, required }) => `${name}${required ? "!" : ""}`);
    const everywhere = ["X-Tenant-Id!", "X-Branch-Id!", "X-Actor-Role", "X-Device-Id"];
    expect(headers("get", "/v1/patients")).toEqual(everywhere);
    expect(headers("post", "/v1/patients")).toEqual([...everywhere, "Idempotency-Key!"]);
    expect(headers("put", "/v1/patients/{id}")).toEqual([
      ...everywhere,
      "Idempotency-Key!",
      "If-Match",
    ]);
    // A question that is too long for an address leaves nothing that could be done twice.
    expect(headers("post", "/v1/print-jobs/preview")).toEqual(everywhere);
    expect(operation("post", "/v1/print-jobs/preview").description).toContain("Changes nothing");
  });

  test("says of a number in the query that it is a number within bounds", () => {
    const limit = operation("get", "/v1/patients").parameters.find(({ name }) => name === "limit");
    expect(limit).toMatchObject({
      in: "query",
      required: false,
      schema: { type: "integer", minimum: 1, maximum: 100 },
    });
  });

  test("distinguishes required parameters and fields from optional ones", () => {
    const slots = operation("get", "/v1/appointments/slots").parameters;
    expect(slots.find(({ name }) => name === "provider_id")?.required).toBe(true);
    expect(slots.find(({ name }) => name === "date")?.required).toBe(false);
    const id = operation("get", "/v1/patients/{id}").parameters.find(({ name }) => name === "id");
    expect(id).toMatchObject({ in: "path", required: true });
    const body = operation("post", "/v1/appointments").requestBody?.content["application/json"]
      ?.schema;
    expect(body).toMatchObject({
      required: ["patient_id", "provider_id"],
      additionalProperties: false,
    });
  });

  test("lists the codes of each error status, and no others", () => {
    const refused = operation("put", "/v1/patients/{id}").responses["412"];
    expect(refused?.content?.["application/json"]?.schema).toMatchObject({
      allOf: [
        { $ref: "#/components/schemas/Error" },
        { properties: { error: { properties: { code: { enum: ["version_conflict"] } } } } },
      ],
    });
  });

  test("holds a webhook for each event of the catalogue, with what the delivery's body says", () => {
    expect(Object.keys(document.webhooks)).toEqual(clinicalEventTypes.map(({ type }) => type));
    const { post } = document.webhooks["patient.created"] ?? {};
    expect(post?.summary).toBe("a patient was registered");
    expect(post?.requestBody.content?.["application/json"]?.schema).toMatchObject({
      properties: { type: { const: "patient.created" }, data: { required: ["object"] } },
      required: expect.arrayContaining(["id", "type", "tenant_id", "sequence", "data"]),
    });
  });

  test("refers only to components that it has", () => {
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(references)).toEqual(new Set(["#/components/schemas/Error"]));
    expect(document.components).toHaveProperty("schemas.Error.properties.error");
    expect(document.components).toHaveProperty("securitySchemes.bearer.scheme", "bearer");
  });
});
