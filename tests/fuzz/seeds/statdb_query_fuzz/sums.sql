SELECT SUM(Income), AVG(Income), MIN("Income"), MAX(`Income`) FROM StatDB WHERE Income >= -1.5 AND (Birth < '1980-05-01' OR Age = '20-29' OR Education <> 'Higher')
