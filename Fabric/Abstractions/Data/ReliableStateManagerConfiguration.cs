#nullable disable

using System;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Data;

/// <summary>
/// Represents what a state manager needs to know: its settings and how its serializers are added. Immutable.
/// </summary>
public class ReliableStateManagerConfiguration
{
    /// <summary>
    /// Initializes a new instance of the <see cref="ReliableStateManagerConfiguration"/> class with settings given in
    /// code. <c>Settings.xml</c> is not read.
    /// </summary>
    /// <param name="replicatorSettings">The settings; null for the defaults.</param>
    /// <param name="onInitializeStateSerializersEvent">Called each time a replica opens, before its state is recovered;
    /// null for none.</param>
    public ReliableStateManagerConfiguration(
        ReliableStateManagerReplicatorSettings replicatorSettings, Func<Task> onInitializeStateSerializersEvent = null)
    {
        ReplicatorSettings = replicatorSettings;
        OnInitializeStateSerializersEvent = onInitializeStateSerializersEvent ?? NothingToInitialize;
    }

    /// <summary>
    /// Initializes a new instance of the <see cref="ReliableStateManagerConfiguration"/> class whose settings are read
    /// from a configuration package.
    /// </summary>
    /// <param name="configPackageName">The name of the package. Without such a package, or such a section, the defaults
    /// hold.</param>
    /// <param name="replicatorSecuritySectionName">The section of the credentials, which is not read here.</param>
    /// <param name="replicatorSettingsSectionName">The section of the settings.</param>
    /// <param name="onInitializeStateSerializersEvent">Called each time a replica opens, before its state is recovered;
    /// null for none.</param>
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

    /// <summary>Gets the name of the configuration package; null when the settings were given in code.</summary>
    public string ConfigPackageName { get; }

    /// <summary>
    /// Gets the section of the credentials, which is not read here; null when the settings were given in code.
    /// </summary>
    public string ReplicatorSecuritySectionName { get; }

    /// <summary>Gets the section of the settings; null when they were given in code.</summary>
    public string ReplicatorSettingsSectionName { get; }

    /// <summary>
    /// Gets the function that is called each time a replica opens, before its state is recovered. It is the place to
    /// add serializers.
    /// </summary>
    /// <value>Never null: a function that does nothing unless one was given.</value>
    /// <remarks>If its task fails, the replica does not open.</remarks>
    public Func<Task> OnInitializeStateSerializersEvent { get; }

    private static Task NothingToInitialize() => Task.CompletedTask;
}
