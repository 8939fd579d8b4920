import { physicianSchedule } from "./physician-schedule.ts";
import { RadiologyComponents } from "./radiology-components.ts";

export const physicianRadiology = physicianSchedule(
  "physician-radiology",
  "Physician Fee Schedule: Radiology",
  () => new RadiologyComponents(),
);
