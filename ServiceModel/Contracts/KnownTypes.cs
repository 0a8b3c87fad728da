using System.Collections.Generic;
using System.Reflection;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Contracts;

/// <summary>Collects the types named by <see cref="ServiceKnownTypeAttribute"/>.</summary>
internal static class KnownTypes
{
    internal static IEnumerable<Type> Of(MemberInfo member, Type contract)
    {
        foreach (var attribute in member.GetCustomAttributes<ServiceKnownTypeAttribute>(inherit: true))
        {
            if (attribute.Type is not null)
                yield return attribute.Type;
            if (attribute.MethodName is null)
                continue;
            foreach (var type in Ask(attribute.DeclaringType ?? contract, attribute.MethodName, contract))
                yield return type;
        }
    }

    private static IEnumerable<Type> Ask(Type declaring, string name, Type contract)
    {
        const BindingFlags Flags = BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;
        var method = declaring.GetMethod(name, Flags, [typeof(ICustomAttributeProvider)])
            ?? throw new InvalidOperationException(
                $"{declaring} lacks the static method {name}(ICustomAttributeProvider) a ServiceKnownType names.");
        return (IEnumerable<Type>?)method.Invoke(null, [contract]) ?? [];
    }
}
