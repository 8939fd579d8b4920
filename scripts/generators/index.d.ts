export { createClient as heyApi } from "@hey-api/openapi-ts";
export { astToString, default as openapiTypescript } from "openapi-typescript";
export { generate as orval } from "orval";
