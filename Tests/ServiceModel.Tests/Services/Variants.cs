using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Gives back what it gets; for null a fault whose detail is null, for 1 what it cannot send.</summary>
public sealed class Variants : IVariants
{
    public Variant Pass(Variant variant) => variant.Value switch
    {
        null => throw new FaultException<GreetFault>(null!, new FaultReason("no detail")),
        1 => new() { Value = new Item() },
        _ => variant,
    };
}
