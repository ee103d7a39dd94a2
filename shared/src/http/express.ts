import express, { type Express, type RequestHandler, type Router } from "express";

export type { Express, RequestHandler, Router };

/** Reads JSON bodies up to a size in bytes. */
export function jsonBody(limit: number): RequestHandler {
  return express.json({ limit });
}

/** Addresses that share a beginning and what is asked of all of them. */
export function createRouter(): Router {
  return express.Router();
}
