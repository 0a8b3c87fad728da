using System;
using SfPerf.Commands.Parameters;
using SfPerf.Scenarios;

namespace SfPerf.Client.Scenarios.Reminders;

/// <summary>The parameters of <c>actor-reminders</c>.</summary>
internal static class ReminderCatalogue
{
    public const string Name = "actor-reminders";

    public static ParameterCatalogue Instance { get; } = ScenarioCatalogue.Of(Name,
    [
        Define.Integer("NumReminders", 1, 1_000_000, 10_000, "Reminders that are due at one moment, each of its actor.",
            "--reminders"),
        Define.Integer("LeadSeconds", 1, 3600, 10, "Seconds from the first registration until they are due.", "--lead"),
        Define.Integer("NumOutstandingOperations", 1, 100_000, 64, "Registrations under way at most.",
            "--outstanding"),
        Define.Integer("FireSecondsMax", 1, 3600, 60, "Longest wait for all of them; those that are left are missing.",
            "--fire-max"),
        Define.Integer("RecoverySecondsMax", 1, 600, 60,
            "Longest wait for all replicas after the kill; then the scenario ends.", "--recovery-max"),
    ],
    Define.Integer(ScenarioCatalogue.Rounds, 1, 1000, 1,
        "Rounds; in each, reminders are due once on a primary that lives and once on one that was killed.",
        "--rounds"));
}

/// <summary>The sizes of the scenario.</summary>
internal sealed class ReminderSettings(ParameterSet parameters)
{
    public int Reminders => (int)parameters.Integer("NumReminders");

    public TimeSpan Lead => TimeSpan.FromSeconds(parameters.Integer("LeadSeconds"));

    public int Outstanding => (int)parameters.Integer("NumOutstandingOperations");

    public TimeSpan FireMax => TimeSpan.FromSeconds(parameters.Integer("FireSecondsMax"));

    public TimeSpan RecoveryMax => TimeSpan.FromSeconds(parameters.Integer("RecoverySecondsMax"));
}
