using System;
using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Refuses to be read when it holds a negative number.</summary>
[DataContract]
public sealed class Touchy
{
    [DataMember]
    public int Number { get; set; }

    [OnDeserialized]
    private void Check(StreamingContext context)
    {
        if (Number < 0)
            throw new ArgumentException("negative");
    }
}
