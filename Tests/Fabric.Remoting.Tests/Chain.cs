using System.Runtime.Serialization;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>Objects that are linked: as deep as they are many.</summary>
[DataContract]
public sealed class Chain
{
    [DataMember]
    public int Number { get; set; }

    [DataMember]
    public Chain? Next { get; set; }

    internal static Chain Of(int length)
    {
        Chain? chain = null;
        for (var number = length; number > 0; number--)
            chain = new() { Number = number, Next = chain };
        return chain!;
    }
}
