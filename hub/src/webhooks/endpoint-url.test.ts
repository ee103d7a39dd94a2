import { describe, expect, test } from "vitest";
import { checkReceiverUrl } from "./endpoint-url.ts";

const live = { allowLoopback: false };
const demo = { allowLoopback: true };

describe("the URL of a receiver", () => {
  test.each([
    "https://hooks.example.org/in",
    "https://hooks.example.org:443/in",
    "https://hooks.example.org:8443/in?tenant=1",
    "https://8.8.8.8/in",
    "https://[2606:4700:4700::1111]/in",
  ])("may be %s", (url) => {
    expect(checkReceiverUrl(url, live).href).toBe(new URL(url).href);
  });

  test.each([
    ["plain HTTP", "http://hooks.example.org/in"],
    ["another scheme", "ftp://hooks.example.org/in"],
    ["a file", "file:///etc/passwd"],
    ["no URL", "hooks.example.org"],
    ["a user", "https://user@hooks.example.org/in"],
    ["a password", "https://:word@hooks.example.org/in"],
    ["a fragment", "https://hooks.example.org/in#part"],
    ["another port", "https://hooks.example.org:8080/in"],
    ["SSH's port", "https://hooks.example.org:22/in"],
    ["an inner address", "https://10.0.0.5/in"],
    ["cloud metadata", "https://169.254.169.254/latest/meta-data"],
    ["loopback as a number", "https://2130706433/in"],
    ["loopback in IPv6", "https://[::1]/in"],
    ["a mapped address", "https://[::ffff:10.0.0.5]/in"],
    ["a name of the local network", "https://intranet/in"],
    ["this machine's name", "https://localhost/in"],
    ["this machine's name, spelt to its end", "https://localhost./in"],
    ["a name below this machine's", "https://foo.localhost/in"],
    ["the same, spelt to its end", "https://foo.localhost./in"],
    ["a name of multicast DNS", "https://printer.local/in"],
    ["a name inside a cloud", "https://metadata.google.internal/in"],
    ["a name of the house", "https://box.home.arpa/in"],
    ["a single name, spelt to its end", "https://intranet./in"],
    ["too many characters", `https://hooks.example.org/${"a".repeat(2_048)}`],
  ])("is refused with %s", (_what, url) => {
    expect(() => checkReceiverUrl(url, live)).toThrow(
      expect.objectContaining({ code: "validation_error", status: 422 }),
    );
  });

  test.each([
    "http://127.0.0.1:4567/in",
    "http://localhost:1/in",
    "http://[::1]:9/in",
    "https://127.0.0.1:9/in",
  ])("may be %s in the demo alone", (url) => {
    expect(checkReceiverUrl(url, demo).href).toBe(url);
    expect(() => checkReceiverUrl(url, live)).toThrow("url");
  });

  test.each([
    "http://hooks.example.org/in",
    "http://10.0.0.5/in",
    "https://10.0.0.5/in",
    "http://127.0.0.2:80/in",
  ])("is refused as %s in the demo too", (url) => {
    expect(() => checkReceiverUrl(url, demo)).toThrow("url");
  });
});
