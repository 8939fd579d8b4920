import { physicianSchedule } from "./physician-schedule.ts";

export const physicianSurgery = physicianSchedule("physician-surgery", "Physician Fee Schedule: Surgery");
