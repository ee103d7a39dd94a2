export type { Express, RequestHandler } from "express";
