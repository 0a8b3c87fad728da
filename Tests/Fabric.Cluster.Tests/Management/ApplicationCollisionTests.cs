using System;
using System.Collections.Generic;
using SfPerf.Fabric.Cluster.Management;
using SfPerf.Fabric.Cluster.Tests.Manifests;
using SfPerf.Fabric.Manifests;
using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Management;

public sealed class ApplicationCollisionTests : IDisposable
{
    private readonly PackageCopy _package = new();

    [Fact]
    public void The_same_application_and_one_of_another_name_do_not_collide()
    {
        var held = Read("fabric:/A");
        Assert.Null(ApplicationCollision.Between(held, held));
        Assert.Null(ApplicationCollision.Between(Read("fabric:/B"), held));
    }

    [Fact]
    public void One_name_with_another_type_collides()
    {
        var held = Read("fabric:/A");
        var collision = ApplicationCollision.Between(held with { TypeName = "NextType" }, held);
        Assert.Equal(("FABRIC_E_APPLICATION_ALREADY_EXISTS", $"The cluster holds fabric:/A of type {held.TypeName} "
            + "with its state; fabric:/A of type NextType would replace it and delete that state."),
            (collision!.Code, collision.Message));
    }

    [Fact]
    public void A_service_and_an_application_of_one_name_collide()
    {
        var held = Read("fabric:/A");
        var name = held.Services[0].Name;
        var collision = ApplicationCollision.Between(Read(name), held);
        Assert.Equal(("FABRIC_E_SERVICE_ALREADY_EXISTS", $"The name '{name}' is in fabric:/A, which the cluster holds, "
            + $"and in {name}, which is to be deployed."), (collision!.Code, collision.Message));
    }

    [Fact]
    public void One_fixed_port_collides_and_a_free_one_does_not()
    {
        var held = WithPort("fabric:/A", 8089);
        Assert.Null(ApplicationCollision.Between(WithPort("fabric:/B", 8090), held));
        var collision = ApplicationCollision.Between(WithPort("fabric:/B", 8089), held);
        Assert.Equal(("FABRIC_E_INVALID_OPERATION", "The port 8089 is fixed by the endpoint 'WebPkg/Web' of fabric:/A, "
            + "which the cluster holds, and by the endpoint 'WebPkg/Web' of fabric:/B, which is to be deployed."),
            (collision!.Code, collision.Message));
    }

    public void Dispose() => _package.Dispose();

    private ApplicationDefinition Read(string name) =>
        ApplicationReader.Read(_package.Package, null, name, new Dictionary<string, string>());

    private ApplicationDefinition WithPort(string name, int port)
    {
        var definition = Read(name);
        return definition with
        {
            Packages =
            [
                definition.Packages[0] with
                {
                    Name = "WebPkg", Endpoints = [new() { Name = "Web", Protocol = "http", Port = port }],
                },
            ],
        };
    }
}
