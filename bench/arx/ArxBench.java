// ARX on Adult, for the benchmark of `publish`: prints one line per suppression limit, CPU time of the main thread.
//
// Usage: java -cp $SCRIM_ARX_CLASSPATH:FOLDER ArxBench ADULT_FOLDER ADULT_CSV LIMIT…
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;

import org.deidentifier.arx.ARXAnonymizer;
import org.deidentifier.arx.ARXConfiguration;
import org.deidentifier.arx.ARXLattice.ARXNode;
import org.deidentifier.arx.ARXResult;
import org.deidentifier.arx.AttributeType;
import org.deidentifier.arx.AttributeType.Hierarchy;
import org.deidentifier.arx.Data;
import org.deidentifier.arx.criteria.KAnonymity;
import org.deidentifier.arx.metric.Metric;
import org.deidentifier.arx.metric.Metric.AggregateFunction;

public class ArxBench {
    static final String[] ATTRIBUTES = {"sex", "age", "race", "marital-status", "education", "native-country",
                                        "workclass", "occupation"};

    static Data load(String folder, String csv) throws Exception {
        Data data = Data.create(new File(csv), StandardCharsets.UTF_8, ';');
        data.getDefinition().setAttributeType("salary-class", AttributeType.INSENSITIVE_ATTRIBUTE);
        for (String name : ATTRIBUTES) {
            File file = new File(folder, "adult_hierarchy_" + name + ".csv");
            data.getDefinition().setAttributeType(name, Hierarchy.create(file, StandardCharsets.UTF_8, ';'));
        }
        return data;
    }

    public static void main(String[] arguments) throws Exception {
        var threads = ManagementFactory.getThreadMXBean();
        for (int i = 2; i < arguments.length; i++) {
            double limit = Double.parseDouble(arguments[i]);
            double best = Double.MAX_VALUE, loss = 0;
            String levels = "";
            for (int round = 0; round < 7; round++) { // the first ones warm the virtual machine up
                Data data = load(arguments[0], arguments[1]);
                ARXConfiguration configuration = ARXConfiguration.create();
                configuration.addPrivacyModel(new KAnonymity(5));
                configuration.setSuppressionLimit(limit);
                configuration.setQualityModel(Metric.createLossMetric(0.5d, AggregateFunction.ARITHMETIC_MEAN));
                long start = threads.getCurrentThreadCpuTime();
                ARXResult result = new ARXAnonymizer().anonymize(data, configuration);
                best = Math.min(best, (threads.getCurrentThreadCpuTime() - start) / 1e9);
                ARXNode optimum = result.getGlobalOptimum();
                StringBuilder text = new StringBuilder();
                for (String name : ATTRIBUTES) text.append(text.length() > 0 ? "-" : "").append(optimum.getGeneralization(name));
                levels = text.toString();
                loss = Double.parseDouble(optimum.getHighestScore().toString().replaceAll("[^0-9.eE-].*", ""));
            }
            System.out.printf("{\"limit\": %s, \"seconds\": %.6f, \"levels\": \"%s\", \"loss\": %s}%n", arguments[i], best,
                              levels, loss);
        }
    }
}
