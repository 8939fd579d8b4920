import { physicianSchedule } from "./physician-schedule.ts";

export const physicianMedicine = physicianSchedule("physician-medicine", "Physician Fee Schedule: Medicine");
