import { keySetShape } from "@edgeward/shared/contract/key-set.contract.ts";
import { noParams, noQuery, readEndpoint } from "@edgeward/shared/contract/endpoint.ts";
import type { OpenScope } from "@edgeward/shared/resource/context.ts";
import { defineOpenModule, type Module } from "@edgeward/shared/resource/module.ts";
import type { SigningKeys } from "./signing-keys.ts";

const jwksContract = {
  get: readEndpoint({
    path: "/.well-known/jwks.json",
    summary: "The public keys by which the hub's tokens are verified",
    tag: "Sign-in",
    access: null,
    params: noParams,
    query: noQuery,
    maxAgeSeconds: 300,
    response: keySetShape,
  }),
} as const;

/** `GET /.well-known/jwks.json`. */
export function jwksModule(keys: SigningKeys): Module<OpenScope> {
  return defineOpenModule("jwks", jwksContract, { get: async () => keys.publicKeys });
}
