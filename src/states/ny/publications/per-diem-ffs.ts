import { perDiemSchedule } from "./per-diem-schedule.ts";

export const perDiemFeeForService = perDiemSchedule("FFS", {
  name: "per-diem-ffs",
  title: "Exempt Unit and Specialty Hospital Rates, Fee for Service",
});
