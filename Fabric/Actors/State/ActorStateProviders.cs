#nullable disable

using System;
using System.Fabric;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Actors.Generator;
using Microsoft.ServiceFabric.Actors.Runtime;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ProgrammingModel;

namespace SfPerf.Fabric.Actors.State;

/// <summary>Makes the state providers and state managers of actor services that bring none of their own.</summary>
internal static class ActorStateProviders
{
    private const string OverrideSection = "ActorStateProviderOverride";
    private const string OverrideParameter = "ActorStateProvider";

    /// <summary>Makes what an actor type asks for, or what the service's settings say instead.</summary>
    /// <exception cref="ArgumentException">The settings name no state provider.</exception>
    internal static IActorStateProvider Create(StatefulServiceContext context, ActorTypeInformation type)
    {
        if (OverrideIn(context.CodePackageActivationContext) is { } name)
            return Create(name);
        return type.StatePersistence switch
        {
            StatePersistence.Persisted => new ReliableCollectionsActorStateProvider(),
            StatePersistence.Volatile => new VolatileActorStateProvider(),
            _ => CreateNull(),
        };
    }

    internal static IActorStateManager CreateStateManager(ActorId id, IActorStateProvider provider) =>
        new ActorStateManager(id, provider);

    /// <summary>Makes the state manager of a replica that is about to be opened.</summary>
    internal static IReliableStateManagerReplica2 CreateManager(
        StatefulServiceInitializationParameters parameters,
        ActorTypeInformation type,
        ReliableStateManagerConfiguration configuration)
    {
        var context = new StatefulServiceContext(
            RuntimeHost.Current.NodeContext,
            parameters.CodePackageActivationContext,
            parameters.ServiceTypeName,
            parameters.ServiceName,
            parameters.InitializationData,
            parameters.PartitionId,
            parameters.ReplicaId);
        return new ReliableStateManager(context, configuration ?? new ReliableStateManagerConfiguration(
            ActorNameFormat.GetConfigPackageName(),
            ActorNameFormat.GetFabricServiceReplicatorSecurityConfigSectionName(type.ImplementationType),
            ActorNameFormat.GetFabricServiceReplicatorConfigSectionName(type.ImplementationType)));
    }

    // The state manager replicates nothing; it is there because every stateful replica has a replicator.
    private static RowStateProvider CreateNull() => new(
        static (parameters, type) => CreateManager(parameters, type, null),
        static _ => new MemoryRowStore(),
        TimeProvider.System);

    private static IActorStateProvider Create(string name)
    {
        // The name may be that of Service Fabric's own assembly.
        switch (name.Split(',')[0].Trim().Split('.')[^1])
        {
            case nameof(ReliableCollectionsActorStateProvider) or "KvsActorStateProvider":
                return new ReliableCollectionsActorStateProvider();
            case nameof(VolatileActorStateProvider):
                return new VolatileActorStateProvider();
            case "NullActorStateProvider":
                return CreateNull();
            default:
                return Type.GetType(name) is { } type && type.IsAssignableTo(typeof(IActorStateProvider))
                    ? (IActorStateProvider)Activator.CreateInstance(type)
                    : throw new ArgumentException(
                        $"The setting {OverrideSection}/{OverrideParameter} is '{name}', which is no state provider.");
        }
    }

    private static string OverrideIn(ICodePackageActivationContext context)
    {
        var package = ActorNameFormat.GetConfigPackageName();
        // The context of a unit test may answer null.
        if (context.GetConfigurationPackageNames()?.Contains(package) != true)
            return null;
        var sections = context.GetConfigurationPackageObject(package)?.Settings?.Sections;
        if (sections?.Contains(OverrideSection) != true
            || !sections[OverrideSection].Parameters.Contains(OverrideParameter))
        {
            return null;
        }

        var name = sections[OverrideSection].Parameters[OverrideParameter].Value;
        return string.IsNullOrEmpty(name) ? null : name;
    }
}
