import { perDiemSchedule } from "./per-diem-schedule.ts";

export const perDiemManagedCare = perDiemSchedule("MMC", {
  name: "per-diem-hmo",
  title: "Exempt Unit and Specialty Hospital Rates, Managed Care",
});
