using System;
using System.Text.Json;

namespace SfPerf.DevCluster.Rest.Shapes;

/// <summary>The progress of an upgrade where there was none.</summary>
internal static class UpgradeShape
{
    internal static void WriteNever(Utf8JsonWriter writer)
    {
        writer.WriteNone("UpgradeDomains");
        writer.WriteString("UpgradeState", "RollingForwardCompleted");
        writer.WriteString("NextUpgradeDomain", "");
        writer.WriteString("RollingUpgradeMode", "Invalid");
        writer.WriteDuration("UpgradeDurationInMilliseconds", TimeSpan.Zero);
        writer.WriteDuration("UpgradeDomainDurationInMilliseconds", TimeSpan.Zero);
        writer.WriteNone("UnhealthyEvaluations");
        writer.WriteTime("StartTimestampUtc", null);
        writer.WriteTime("FailureTimestampUtc", null);
        writer.WriteString("FailureReason", "None");
        writer.WriteString("UpgradeStatusDetails", "");
    }
}
