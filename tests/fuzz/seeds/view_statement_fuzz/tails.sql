EXPLAIN ANALYZE SELECT *, E'\'', $t$;$t$, ? FROM (SELECT * FROM v PURPOSE = 'research') /* /* ; */ */
WHERE purpose = 'x' AND a IN (FROM w RECIPIENT "Nurse" PURPOSE care) RECIPIENT nurse;
