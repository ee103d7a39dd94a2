import { hostname } from "node:os";
import { expect, test } from "vitest";
import { ownHosts, readHostNames } from "./own-hosts.ts";

test("addresses, names of the local network, the machine's own and those that were set are the branch's", () => {
  const isOwn = ownHosts(["desk.clinic.example"]);
  const own = [
    "127.0.0.1",
    "127.0.0.1:8081",
    "192.168.1.20:8443",
    "[::1]:8081",
    "[fd00::12]",
    "localhost:8081",
    "LOCALHOST",
    "edgeward-pun.local:8443",
    "edgeward-pun.local.",
    "box.lan",
    "frontdesk-pc",
    hostname(),
    "desk.clinic.example",
    "Desk.Clinic.Example:8443",
    undefined,
  ];
  expect(own.filter((host) => !isOwn(host))).toEqual([]);
});

test("a name that somebody could register is not", () => {
  const isOwn = ownHosts(["desk.clinic.example"]);
  const foreign = [
    "evil.example",
    "evil.example:8081",
    "local.evil.example",
    "evil-local.example",
    "127.0.0.1.nip.example",
    "desk.clinic.example.evil.example",
    "user@",
    "a b",
    "[::1",
    "",
  ];
  expect(foreign.filter(isOwn)).toEqual([]);
});

test("names are set by a list, and what is none is said", () => {
  expect(readHostNames(" Desk.clinic.example , box ")).toEqual(["desk.clinic.example", "box"]);
  expect(readHostNames(undefined)).toEqual([]);
  expect(() => readHostNames("http://desk")).toThrowError(/EDGEWARD_BRANCH_NAMES: http:\/\/desk/u);
});
