using System.Collections.Generic;

namespace SfPerf.Contracts;

/// <summary>Specifies how the dictionary that is measured keeps its values, by the names of ValueSerializer.</summary>
public static class ValueSerializers
{
    /// <summary>As byte[], for which Service Fabric has a serializer.</summary>
    public const string BuiltIn = "BuiltIn";

    /// <summary>In a type with a data contract and no serializer of its own.</summary>
    public const string DataContract = "DataContract";

    /// <summary>In a type whose IStateSerializer the service adds.</summary>
    public const string Custom = "Custom";

    /// <summary>Gets all of them.</summary>
    public static IReadOnlyList<string> All { get; } = [BuiltIn, DataContract, Custom];
}
