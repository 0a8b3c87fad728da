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
        WriteNoDomain(writer, "CurrentUpgradeDomainProgress");
        writer.WriteTime("StartTimestampUtc", null);
        writer.WriteTime("FailureTimestampUtc", null);
        writer.WriteString("FailureReason", "None");
        WriteNoDomain(writer, "UpgradeDomainProgressAtFailure");
        writer.WriteString("UpgradeStatusDetails", "");
    }

    private static void WriteNoDomain(Utf8JsonWriter writer, string name)
    {
        writer.WriteStartObject(name);
        writer.WriteString("DomainName", "");
        writer.WriteNone("NodeUpgradeProgressList");
        writer.WriteEndObject();
    }
}
