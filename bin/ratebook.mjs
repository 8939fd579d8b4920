#!/usr/bin/env node
// @ts-check
import { launch, SERVER_FLAGS } from "./launch.mjs";

/* The ratebook command on every platform; npm makes a command of it that cmd and PowerShell know. */

await launch({ file: "src/cli/main.ts", args: process.argv.slice(2), flags: SERVER_FLAGS });
