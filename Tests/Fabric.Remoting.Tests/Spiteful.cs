using System;
using System.Runtime.Serialization;

namespace SfPerf.Fabric.Remoting.Tests;

/// <summary>Throws what no serializer throws, while it is read.</summary>
[DataContract]
public sealed class Spiteful
{
    internal const string OnArrival = "arrival";
    internal const string OnReturn = "return";

    [DataMember]
    public string Mood { get; set; } = "";

    [DataMember]
    public bool Returned { get; set; }

    [OnDeserialized]
    internal void Read(StreamingContext context)
    {
        if (Mood == (Returned ? OnReturn : OnArrival))
            throw new NotSupportedException("never");
    }
}
