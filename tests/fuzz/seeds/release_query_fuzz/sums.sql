SELECT SUM(income), AVG(age), COUNT(*) FROM r WHERE income >= 1.5e3 OR age IS NULL OR 20 < age
