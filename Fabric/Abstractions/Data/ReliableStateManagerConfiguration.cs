#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

public class ReliableStateManagerConfiguration
{
    public ReliableStateManagerConfiguration(
        ReliableStateManagerReplicatorSettings replicatorSettings, Func<Task> onInitializeStateSerializersEvent = null)
    {
        ReplicatorSettings = replicatorSettings;
        OnInitializeStateSerializersEvent = onInitializeStateSerializersEvent ?? NothingToInitialize;
    }

    public ReliableStateManagerConfiguration(
        string configPackageName = "Config",
        string replicatorSecuritySectionName = "ReplicatorSecurityConfig",
        string replicatorSettingsSectionName = "ReplicatorConfig",
        Func<Task> onInitializeStateSerializersEvent = null)
    {
        ConfigPackageName = configPackageName;
        ReplicatorSecuritySectionName = replicatorSecuritySectionName;
        ReplicatorSettingsSectionName = replicatorSettingsSectionName;
        OnInitializeStateSerializersEvent = onInitializeStateSerializersEvent ?? NothingToInitialize;
    }

    /// <summary>Gets the settings given in code; null when they come from the configuration package.</summary>
    public ReliableStateManagerReplicatorSettings ReplicatorSettings { get; }

    public string ConfigPackageName { get; }

    public string ReplicatorSecuritySectionName { get; }

    public string ReplicatorSettingsSectionName { get; }

    public Func<Task> OnInitializeStateSerializersEvent { get; }

    private static Task NothingToInitialize() => Task.CompletedTask;
}
