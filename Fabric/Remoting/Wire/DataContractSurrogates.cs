using System;
using System.Runtime.Serialization;

namespace SfPerf.Fabric.Remoting.Wire;

/// <summary>Defines what travels in the place of other objects.</summary>
internal static class DataContractSurrogates
{
    /// <summary>Gets or sets the provider of those objects. Set before the first codec of a type that it is for.
    /// </summary>
    internal static ISerializationSurrogateProvider? Provider { get; set; }

    /// <summary>Gets or sets the types that the provider puts in the place of others. Set as the provider.</summary>
    internal static Type[] Types { get; set; } = [];
}
